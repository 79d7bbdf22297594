package dev.parley.engine.internal.reduce;

import java.util.Arrays;

/**
 * The strongly connected components of a graph (Tarjan, "Depth-first search and linear graph
 * algorithms", 1972), without recursion: the graphs here have long paths.
 */
final class StrongComponents {
  private final int[][] successors;
  private final int[] order;
  private final int[] low;
  private final int[] component;
  private final int[] open;
  private final int[] path;
  private final int[] position;
  private int openCount;
  private int visited;
  private int components;

  private StrongComponents(int[][] successors) {
    int size = successors.length;
    this.successors = successors;
    order = new int[size];
    low = new int[size];
    component = new int[size];
    Arrays.fill(component, -1);
    open = new int[size];
    path = new int[size];
    position = new int[size];
  }

  /**
   * For each vertex the number of its component. An edge between two components leads from the
   * higher to the lower number.
   */
  static int[] of(int[][] successors) {
    StrongComponents search = new StrongComponents(successors);
    for (int vertex = 0; vertex < successors.length; vertex++) {
      if (search.order[vertex] == 0) {
        search.explore(vertex);
      }
    }
    return search.component;
  }

  private void explore(int root) {
    int depth = 0;
    enter(root, depth++);
    while (depth > 0) {
      int vertex = path[depth - 1];
      if (position[depth - 1] < successors[vertex].length) {
        int successor = successors[vertex][position[depth - 1]++];
        if (order[successor] == 0) {
          enter(successor, depth++);
        } else if (component[successor] < 0) {
          low[vertex] = Math.min(low[vertex], order[successor]);
        }
      } else {
        depth--;
        if (low[vertex] == order[vertex]) {
          close(vertex);
        }
        if (depth > 0) {
          low[path[depth - 1]] = Math.min(low[path[depth - 1]], low[vertex]);
        }
      }
    }
  }

  private void enter(int vertex, int depth) {
    order[vertex] = ++visited;
    low[vertex] = visited;
    open[openCount++] = vertex;
    path[depth] = vertex;
    position[depth] = 0;
  }

  private void close(int root) {
    int vertex;
    do {
      vertex = open[--openCount];
      component[vertex] = components;
    } while (vertex != root);
    components++;
  }
}
