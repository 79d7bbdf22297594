/**
 * Symmetry: of all states that differ only in which of several interchangeable nodes is which, one
 * is explored. {@link dev.parley.engine.internal.symmetry.NodeSymmetry} is the front door.
 *
 * <p><b>The group.</b> Nodes of one role and one class are interchangeable if exchanging two of
 * them maps the initial states onto themselves ({@link
 * dev.parley.engine.internal.symmetry.InterchangeableNodes}). G is the product of all permutations
 * of each such set of nodes. A permutation acts on a state by renaming: a node's local state and
 * inbox go to the node that it becomes, and every {@link dev.parley.api.NodeId} in local states and
 * messages, and every sender, is replaced ({@link dev.parley.engine.internal.symmetry.Renaming}).
 * Names are recognised by their type wherever they stand, in keys and elements of collections too;
 * and so are values that were declared to stand for nodes ({@link
 * dev.parley.engine.internal.symmetry.OwnValues}).
 *
 * <p><b>What is proven at run time.</b> That nodes begin alike does not make them behave alike. So
 * every local step of the search is run under the other names as well, and so is each of these
 * steps, until a whole orbit of local steps has been run; each must do the same under its names
 * ({@link dev.parley.engine.internal.symmetry.StepSymmetry}). The same holds for evaluations of
 * properties ({@link dev.parley.engine.internal.symmetry.PropertySymmetry}). These are the local
 * steps and evaluations that a search of all states would run, no more.
 *
 * <p><b>The argument.</b> Let s be a state that the search explored, and r = g(s) for some g in G.
 * A transition of r is an event of one node in one cell, so it is the image under g of an event of
 * s. Its local step is in the orbit of one that was run, so its outcome is the image of the outcome
 * there; sending, consuming and what the delivery does by itself commute with renaming, because a
 * {@link dev.parley.engine.internal.space.Delivery} tells messages apart by their numbers and
 * senders alone. So the successors of r are the images of the successors of s, of which each is
 * represented by a state that the search explores. By induction each reachable state is an image of
 * one that was explored; its properties have the same values, it has transitions if that has, and
 * its steps throw where those throw. Conversely an explored state is reachable, up to names,
 * because the initial states are closed under G.
 *
 * <p><b>Any normal form will do</b> that replaces a state by one of its own orbit. Two orbits are
 * never merged. If the form is not the same for all states of an orbit, the orbit is explored more
 * than once, which costs time and nothing else ({@link
 * dev.parley.engine.internal.symmetry.CanonicalForm}).
 *
 * <p><b>Counterexamples.</b> The path of a search is one of states that stand for others; from each
 * to the next, names may change. {@link
 * dev.parley.engine.internal.space.StateSpace#unwound(java.util.List)} follows it in the space of
 * all states: from r = g(s) there is a step to an image of the successor of s. So a trace has one
 * naming from its first step to its last, and replay needs to know nothing of symmetry.
 *
 * <p><b>Relevant states.</b> Names are replaced in full local states, and the result is replaced by
 * its representative. Two local states with one relevant content have images with one relevant
 * content, so this is a renaming of relevant states. The audit does not see the steps of images on
 * other auxiliary content; so it counts as incomplete, as with other reductions.
 */
package dev.parley.engine.internal.symmetry;
