/**
 * Searches by rounds: protocols whose messages carry a phase and a round are explored round by
 * round. After Drăgoi and Inzaghi Pronesti, "A Sequentialization Procedure for Fault-Tolerant
 * Protocols", 2022; their tags, conditions and assumptions about the network, another argument.
 *
 * <p><b>Ghosts.</b> Every node has a <i>position</i>: the tag (phase and round) it is in, and
 * whether it has received something there. A step that consumes messages moves its node to their
 * tag; a step that sends moves it to the latest tag it sends. So a position depends on the node's
 * own history alone. A step is <i>ignored</i> if all it consumes is from earlier tags than its
 * node's and it has no effect. The five conditions are demands on all other steps:
 *
 * <ol>
 *   <li>nothing is sent that is earlier than the tag its node had before the step;
 *   <li>nothing is sent that is earlier than what the step consumes, and every message has a tag;
 *   <li>nothing is consumed that is earlier than the tag of its node;
 *   <li>what is consumed together has one tag;
 *   <li>a node that has consumed something of a tag sends nothing of that tag any more. Several
 *       steps may receive messages of one round one by one, and note them; the paper's condition,
 *       that an update advances the tag, is about protocols that read a whole mailbox at once. The
 *       argument does not need it.
 * </ol>
 *
 * <p><b>The order of rounds.</b> Each step has a key (tag, half, node). A step that consumes has
 * the tag of what it consumes and the second half; a step that consumes nothing and sends has the
 * earliest tag it sends and the first half; any other has its node's tag, and the half by whether
 * its node has received something there. By the conditions keys never fall from a step to the next
 * one of the same node, and they rise strictly, in tag or half, from a step that sends a message to
 * the one that consumes it: what a consuming step sends is of a later tag (5, 2), what another step
 * sends is consumed in the second half of its tag or of a later one.
 *
 * <p><b>Theorem.</b> Whatever local states nodes have at the same time in some execution, they have
 * at the same time in an execution whose keys never fall. Take an execution and leave out ignored
 * steps: their nodes keep their local states, and messages stay pending that nobody needs to be
 * gone. Sort the steps by their keys, those with equal keys (they are of one node) as they were. A
 * step needs the local state that its node's earlier steps have led to, and the messages it
 * consumes, each of which was sent by a step with a lower key. So all steps can be taken in that
 * order, and they lead to the same local states. This is about executions of any length, so every
 * global combination of local states is kept, not only each node's own sequence as in the paper.
 * Every execution by rounds is one in the ordinary sense: what is found is so.
 *
 * <p><b>What is searched.</b> {@link dev.parley.engine.internal.rounds.RoundSearch} takes a step
 * only if its key is not lower than the one before ({@code Turn}). The turn is moved on to the
 * lowest key of a step that can be taken: a step with a lower key cannot become possible any more,
 * for it would be enabled by steps with higher ones. A message is dropped if no step that may still
 * come can consume it: it is earlier than its receiver's tag, or than the turn. That makes states
 * equal that differ in what comes too late. Dropping is what loses a message: that a message is
 * lost, and that it never arrives in time, is the same for local states.
 *
 * <p><b>The conditions hold of all executions, not only of those by rounds.</b> Take an execution
 * whose last step s is the first to break a condition. Of the steps before, only those count that
 * happen before s; sorted, they are an execution by rounds. If s consumes nothing, or messages of
 * one tag that is not earlier than its node's, then its key is not lower than those before, nothing
 * it consumes was dropped, and the search meets s. That is why steps are judged in each state
 * before the turn is moved on. Otherwise some of what it consumes may have been dropped on that
 * way: {@code LateMessages} tries, in each local state and round of a node, all sets of messages
 * that may be pending there and are late or of several tags. If that shows a breach, all orders are
 * searched to see whether it is a real one, as far as that is no more than some multiple of the
 * states.
 *
 * <p><b>Properties.</b> Invariants and goals over local states are decided. Terminal properties are
 * too: a state by rounds stands for a terminal state if no step can be taken and the search has not
 * gone past a step that its node could still take ({@code Memory#waiting}). A node that takes a
 * step does not wait any more, since all it could have consumed before is late for it; what a node
 * could do with a message of some tag is known when the turn passes it, since all messages of that
 * tag have been sent by then. What looks at pending messages is not decided, nor is what comes in
 * the end. Such instances are searched in the ordinary way.
 *
 * <p><b>Assumptions</b> about rounds ({@link dev.parley.api.Rounds}) rule executions out. Whether
 * one is ruled out depends on what each node has consumed when it leaves a tag, or, on a reliable
 * network, on what is pending and late: on the steps, not on their order, and once it is ruled out
 * so is all that follows. So an execution is ruled out if and only if its sorted one is, and no
 * beginning of the sorted one is ruled out before. On a reliable network a node for which a message
 * was dropped must never leave the tag of that message, so it takes no further step. With an
 * assumption, all orders are searched by {@code RoundSearch} as well, so that both searches are of
 * the same executions.
 *
 * <p><b>Other reductions.</b> Auxiliary content: local states and messages are representatives,
 * tags are not auxiliary, and a step of a representative has the key of all its variants, since
 * they consume and send the same. What is skipped is not audited, as with every reduction. Dead
 * messages: what they drop is late here, or consumed without effect; not combined, since they would
 * need trial runs for what the turn tells. Partial-order reduction: a stubborn set may hold only
 * steps that are not due; not combined. Symmetry: keys tell nodes apart; not combined.
 *
 * <p>What the tests catch if a sentence is dropped: see {@code RoundsTest}.
 */
package dev.parley.engine.internal.rounds;
