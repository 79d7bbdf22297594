/*
 * The reference Paxos, written for SPIN's speed: one process, no channels, the
 * whole state packed by hand into four integers, one d_step per transition.
 * It has exactly the states and transitions of
 * dev.parley.protocols.paxos.Paxos, so that the two can be compared to the
 * last state.
 *
 * Parameters: -DP=proposers (2 or 3) -DA=acceptors (3 or 4) -DQ=quorum (2 if A is 3,
 * 3 if A is 4), with P * A at most 9 so that everything fits.
 *
 * Nothing is sent twice in this protocol, so a few bits per possible sender and
 * receiver say all about a message: 0 for "not pending", else its content.
 * Proposers p and acceptors a count from 0; a ballot is p + 1 and also its
 * proposer's own value. An accepted proposal (ballot, value) has value <= ballot
 * and is coded as ballot * (ballot - 1) / 2 + value, 0 for none: 3 bits, and a
 * greater code means a higher ballot.
 *
 *   requests   1 bit per (p, a): READ(p) is pending at a;
 *              from bit 9, 2 bits per (p, a): v if WRITE(p, v) is pending at a
 *   replies    3 bits per (p, a): 1 + accepted code, if a's reply is pending at p
 *   acceptors  2 bits per a: promised ballot; from bit 8, 3 bits per a: accepted code
 *   outcome    2 bits per (p, a): v if ACCEPT(p, v) from a is pending at the learner;
 *              from bit 18, 2 bits per p: 0 not started, 1 waiting, 2 done;
 *              from bit 24, 1 bit per value: learned
 */
#ifndef P
#define P 2
#endif
#ifndef A
#define A 3
#endif
#ifndef Q
#define Q 2
#endif

int requests, replies, acceptors, outcome;

/* Scratch of a transition; not part of the state. */
hidden int best, value;

#define pa(p, a) ((p) * A + (a))

#define READ_AT(p, a)     pa(p, a)
#define WRITE_AT(p, a)    (9 + 2 * pa(p, a))
#define REPLY_AT(p, a)    (3 * pa(p, a))
#define PROMISED_AT(a)    (2 * (a))
#define ACCEPTED_AT(a)    (8 + 3 * (a))
#define ACCEPT_AT(p, a)   (2 * pa(p, a))
#define PHASE_AT(p)       (18 + 2 * (p))
#define LEARNED_AT(v)     (23 + (v))

#define GET(word, at, mask) ((word >> (at)) & (mask))
#define LEARNED ((outcome >> 24) & 7)

#define CODE(p, v) ((p) * ((p) + 1) / 2 + (v))
/* The value of a code, looked up in a constant of 2-bit entries: 0, 1, 1, 2, 1, 2, 3. */
#define VALUE_OF(code) ((14740 >> (2 * (code))) & 3)

/* Ones at the lowest bits of A neighbouring fields. */
#if A == 3
#define ALL1 7
#define ALL2 21
#else
#define ALL1 15
#define ALL2 85
#endif

#define START(p) \
  :: d_step { GET(outcome, PHASE_AT(p), 3) == 0 -> \
       outcome = outcome | (1 << PHASE_AT(p)); \
       requests = requests | (ALL1 << READ_AT(p, 0)) }

#define READ(p, a) \
  :: d_step { requests & (1 << READ_AT(p, a)) -> \
       requests = requests & ~(1 << READ_AT(p, a)); \
       if \
       :: (p) + 1 > GET(acceptors, PROMISED_AT(a), 3) -> \
            acceptors = (acceptors & ~(3 << PROMISED_AT(a))) | (((p) + 1) << PROMISED_AT(a)); \
            replies = replies | ((GET(acceptors, ACCEPTED_AT(a), 7) + 1) << REPLY_AT(p, a)) \
       :: else \
       fi }

#define WRITE(p, a) \
  :: d_step { requests & (3 << WRITE_AT(p, a)) -> \
       value = GET(requests, WRITE_AT(p, a), 3); \
       requests = requests & ~(3 << WRITE_AT(p, a)); \
       if \
       :: (p) + 1 >= GET(acceptors, PROMISED_AT(a), 3) -> \
            acceptors = (acceptors & ~((3 << PROMISED_AT(a)) | (7 << ACCEPTED_AT(a)))) \
              | (((p) + 1) << PROMISED_AT(a)) | (CODE(p, value) << ACCEPTED_AT(a)); \
            outcome = outcome | (value << ACCEPT_AT(p, a)) \
       :: else \
       fi }

#define WAITING(p)    (GET(outcome, PHASE_AT(p), 3) == 1)
#define REPLIED(p, a) (replies & (7 << REPLY_AT(p, a)))
#define REPLY(p, a)   (GET(replies, REPLY_AT(p, a), 7) - 1)
#define HIGHEST(p, a) if :: REPLY(p, a) > best -> best = REPLY(p, a) :: else fi

/* With the highest accepted code among the replies in best. */
#define DECIDE(p) \
  if :: best -> value = VALUE_OF(best) :: else -> value = (p) + 1 fi; \
  outcome = outcome + (1 << PHASE_AT(p)); \
  requests = requests | ((value * ALL2) << WRITE_AT(p, 0))

#define ACCEPTED(p, a) (outcome & (3 << ACCEPT_AT(p, a)))

/* Once consumed, the messages in the mask are gone. No two values may be learned. */
#define LEARN_FROM(p, a, mask) \
  value = GET(outcome, ACCEPT_AT(p, a), 3); \
  outcome = (outcome & ~(mask)) | (1 << LEARNED_AT(value)); \
  assert((LEARNED & (LEARNED - 1)) == 0)

#if Q == 2
#define REPLIES(p, a, b) \
  :: d_step { WAITING(p) && REPLIED(p, a) && REPLIED(p, b) -> \
       best = REPLY(p, a); HIGHEST(p, b); \
       replies = replies & ~((7 << REPLY_AT(p, a)) | (7 << REPLY_AT(p, b))); \
       DECIDE(p) }
#define LEARN(p, a, b) \
  :: d_step { ACCEPTED(p, a) && ACCEPTED(p, b) -> \
       LEARN_FROM(p, a, (3 << ACCEPT_AT(p, a)) | (3 << ACCEPT_AT(p, b))) }
#else
#define REPLIES(p, a, b, c) \
  :: d_step { WAITING(p) && REPLIED(p, a) && REPLIED(p, b) && REPLIED(p, c) -> \
       best = REPLY(p, a); HIGHEST(p, b); HIGHEST(p, c); \
       replies = replies \
         & ~((7 << REPLY_AT(p, a)) | (7 << REPLY_AT(p, b)) | (7 << REPLY_AT(p, c))); \
       DECIDE(p) }
#define LEARN(p, a, b, c) \
  :: d_step { ACCEPTED(p, a) && ACCEPTED(p, b) && ACCEPTED(p, c) -> \
       LEARN_FROM(p, a, (3 << ACCEPT_AT(p, a)) | (3 << ACCEPT_AT(p, b)) | (3 << ACCEPT_AT(p, c))) }
#endif

#if A == 3
#define ACCEPTORS(DO, p) DO(p, 0) DO(p, 1) DO(p, 2)
#define QUORUMS(DO, p) DO(p, 0, 1) DO(p, 0, 2) DO(p, 1, 2)
#else
#define ACCEPTORS(DO, p) DO(p, 0) DO(p, 1) DO(p, 2) DO(p, 3)
#define QUORUMS(DO, p) DO(p, 0, 1, 2) DO(p, 0, 1, 3) DO(p, 0, 2, 3) DO(p, 1, 2, 3)
#endif

#define BALLOT(p) \
  START(p) ACCEPTORS(READ, p) ACCEPTORS(WRITE, p) QUORUMS(REPLIES, p) QUORUMS(LEARN, p)

active proctype paxos() {
end:
  do
  BALLOT(0)
  BALLOT(1)
#if P == 3
  BALLOT(2)
#endif
  od
}
