/**
 * Reductions: which transitions of a state need not be explored, and which messages need not be
 * kept. {@link dev.parley.engine.internal.reduce.Reductions} is the front door.
 *
 * <p>Each reduction has its argument in its own class. A pair of sound reductions need not be
 * sound: each changes the state space that the other's argument speaks of. Here is why every pair
 * is. S is {@link dev.parley.engine.internal.reduce.StubbornSets}, with its four conditions; I are
 * idle messages that go first ({@link dev.parley.engine.internal.reduce.IdlePackets}); D are dead
 * messages that are dropped ({@link dev.parley.engine.internal.reduce.DeadPackets}); N is the near
 * search, with sets that keep violations near; K is knowledge from trial runs, searches or byte
 * code; G is the guidance by properties ({@link dev.parley.engine.internal.reduce.Visibility},
 * {@link dev.parley.engine.internal.reduce.Question}); R is the search on relevant states; B are
 * budgets. Tests: {@code ReductionPairsTest}, {@code IdleStepsTest}, {@code PartialOrderTest}, and
 * random protocols in {@code ReductionDifferentialTest}.
 *
 * <ul>
 *   <li><b>S and D.</b> S speaks of the space in which dead messages are dropped. There steps of
 *       different nodes still commute: whether a message is dead depends on its recipient's local
 *       state alone, and dropping before or after another node's step is the same. A step that
 *       consumes a dead message does not exist there and needs nothing (condition 2). Condition 4
 *       must see cycles that exist only because a message is dropped: {@link
 *       dev.parley.engine.internal.reduce.Cycles} takes every message that may be dead somewhere
 *       for one that need not be consumed.
 *   <li><b>S and I.</b> An idle step is independent of every other and closes no cycle, so a set of
 *       it alone fulfils all conditions, and other sets may leave it out. A cycle of idle steps
 *       only would need a step that sends, which is not idle.
 *   <li><b>I and D.</b> An idle message is dead, and gone before it could go first. So where dead
 *       messages are dropped there are no idle ones.
 *   <li><b>S and N.</b> The near search uses sets that fulfil all conditions of S and one more.
 *       What it finds is a reachable state; what it does not find is searched for again. It shares
 *       the kinds of cells with the main search; they do not depend on the seed.
 *   <li><b>N and I, N and D.</b> On a shortest path to a violation no step is without effect:
 *       without it, the path would be shorter. So idle steps need not go first, and dropping what
 *       is dead shortens no path and lengthens none. Terminal properties are not kept near.
 *   <li><b>S and K.</b> S asks what must be sent before a step can happen. Trial runs know all
 *       local steps from any later local state. Searches know those that happen, and S explores a
 *       state fully if it meets another ({@link dev.parley.engine.internal.reduce.ObservedSteps}).
 *       Byte code knows no local states, so that of a sender outside the set only that counts which
 *       can never change ({@link dev.parley.engine.internal.reduce.ByteCodeNeeds}).
 *   <li><b>D and K, I and K.</b> A message is dead, or idle, by what can happen from a local state
 *       on. More steps than there are make fewer messages dead. In searches for steps, steps that
 *       were not seen but are possible count; when all are known, those that happen suffice. By
 *       byte code only messages are dropped whose handlers do nothing in any local state, none go
 *       first, and cycles are found without asking whether what is sent is consumed.
 *   <li><b>S and G.</b> Condition 3. A goal that was reached asks for nothing from then on; sets
 *       built before stay right, because they hold more than they need. A cycle does not hide what
 *       a property seeks, because condition 4 holds whatever is sought.
 *   <li><b>G and D, G and I.</b> Properties that look at pending messages switch D off, and S
 *       unless they are terminal. All others see local states only, which neither D nor I change.
 *   <li><b>G and K.</b> A question is asked over the local states that K knows. Without them every
 *       step of a node that a property was seen to look at is visible; if it looks at another one,
 *       the search is void and repeated.
 *   <li><b>R and S, R and K.</b> K is found on representatives, by the same identities as the
 *       search. A step that changes auxiliary content only leads from a local state to itself, and
 *       counts as such for cycles.
 *   <li><b>R and D, R and I.</b> The audit must see what becomes of auxiliary content. So a change
 *       of it is an effect: such messages are neither dropped nor go first, unless it is certain
 *       that nothing depends on that content. Where the order of deliveries is recorded in full
 *       states, nothing goes first.
 *   <li><b>Y and S.</b> Y is symmetry ({@link dev.parley.engine.internal.symmetry}). A set is
 *       chosen for a state that stands for others; let the image of the set be the choice for its
 *       image. Conditions 1 to 3 speak of one state and of properties that are the same under other
 *       names, so the images fulfil them, and the reduced space with these choices is one that S
 *       allows. Y explores it up to names. Only condition 4 speaks of several states: see {@link
 *       dev.parley.engine.internal.reduce.Cycles}. Test: {@code SymmetryTest}.
 *   <li><b>Y and D, Y and I.</b> Whether a message is dead or idle is a fact about its receiver's
 *       possible steps, and these are the same under other names. If K finds more of them for one
 *       node than for another, less is dropped there; a state and its image then differ in messages
 *       without effect, which D may drop or keep.
 *   <li><b>Y and N, Y and G.</b> Paths have the same lengths under other names, and questions are
 *       asked of properties that do not tell nodes apart. What a goal needs is the same for all
 *       images.
 *   <li><b>Y and K.</b> Steps are learnt in spaces of their own, without symmetry, so those of all
 *       names are known.
 *   <li><b>Y and R.</b> Local states with one relevant content have images with one relevant
 *       content. The audit does not run images on other auxiliary content, as it does not run what
 *       S skips.
 *   <li><b>B and all.</b> A search that a budget ended is never called complete, whatever it left
 *       out. Reduced paths may be longer than others, so with a bound of depth a reduced search may
 *       find less than another, and says that it was cut. Knowledge that a budget cut short is not
 *       used.
 *   <li><b>Preparation and all.</b> Whether a reduction takes place is decided before the search,
 *       by counts ({@link dev.parley.engine.internal.reduce.Preparation}), and once for all
 *       searches of a check.
 *   <li><b>The world around.</b> All of this assumes how messages are delivered, and what happens
 *       that is no step. Each assumption is asked for ({@link
 *       dev.parley.engine.internal.space.Independence}, {@link
 *       dev.parley.engine.internal.reduce.Premises}). The arguments for queues, for sets that only
 *       grow, and for faults stand beside {@code OrderedDelivery}, {@code PersistentDelivery} and
 *       {@code FaultyEnvironment}. Test: {@code ExposureTest}.
 *   <li><b>Queues and all.</b> On queues there is no I and no D. S, N, K and G rest on what is sent
 *       and on local states; neither changes with the order of delivery.
 *   <li><b>Sets and S, I, D.</b> There is no I. Condition 4 does not ask what becomes of messages.
 *       D drops only what no step will ever consume, so S loses no step by it, and no cycle closes
 *       because of it: steps that leave the inboxes as they are look the same with and without D.
 *   <li><b>Faults and S, N.</b> S has no fault in its sets, and only nodes that no fault can reach.
 *       Sets that keep violations near are used only where no node is exposed.
 *   <li><b>Faults and K.</b> K tries restarts of all local states of a node that may restart, from
 *       all initial states; where they lead is one more initial local state. Between these and the
 *       local states before the crash K has no step, because S never looks beyond a restart. D
 *       does, and therefore takes all local states of such a node together.
 *   <li><b>Faults and I.</b> An idle message goes first only if its node is up and not exposed.
 *   <li><b>Faults and D.</b> A message that is dropped cannot be lost or duplicated any more, which
 *       would have left less to spend. The smallest sets of faults that break something are looked
 *       for without reductions, so that their counterexamples are the shortest.
 *   <li><b>Faults and G.</b> A property that asks who is up is not tabulated. A property with an
 *       exposed member asks for that member, which no set contains.
 *   <li><b>Several initial states and all.</b> Each argument is about the paths from one initial
 *       state. K admits the local states and messages of all of them, and a question that is closed
 *       in one of them may be open in another.
 * </ul>
 */
package dev.parley.engine.internal.reduce;
