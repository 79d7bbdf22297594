package dev.parley.engine.internal.capture;

import java.util.Arrays;

/**
 * Numbers objects by identity, in the order they are met.
 *
 * <p>Most captures meet a handful of objects. Those are found by scanning an array: the first
 * {@link System#identityHashCode} of a fresh object costs more than comparing it with sixteen
 * others. Only larger graphs use the hash table. The numbers never depend on hash codes, which
 * differ from run to run.
 *
 * <p>Objects leave in the reverse order they came ({@link #rollback}). Under linear probing that
 * makes removal a plain erasure: no entry that stays was ever pushed aside by one that goes.
 */
final class IdentityTable {
  private static final int SCANNED = 16;

  private Object[] objects = new Object[SCANNED * 2];
  private int size;

  /** Number + 1 by hash; in use only while there are more than {@link #SCANNED} objects. */
  private int[] slots = new int[SCANNED * 8];

  int size() {
    return size;
  }

  /** The object's number, or -1. */
  int find(Object object) {
    if (size <= SCANNED) {
      for (int i = 0; i < size; i++) {
        if (objects[i] == object) {
          return i;
        }
      }
      return -1;
    }
    int mask = slots.length - 1;
    for (int at = start(object, mask); ; at = (at + 1) & mask) {
      int entry = slots[at];
      if (entry == 0) {
        return -1;
      }
      if (objects[entry - 1] == object) {
        return entry - 1;
      }
    }
  }

  /** Gives the object, which must be new, the next number. */
  void add(Object object) {
    if (size == objects.length) {
      objects = Arrays.copyOf(objects, size * 2);
    }
    objects[size++] = object;
    if (size == SCANNED + 1) {
      indexAll();
    } else if (size > SCANNED) {
      if (size * 2 > slots.length) {
        slots = new int[slots.length * 4];
        indexAll();
      } else {
        index(size - 1);
      }
    }
  }

  /** Forgets all objects but the first ones. */
  void rollback(int keep) {
    while (size > keep) {
      if (size > SCANNED) {
        erase(size - 1);
        if (size - 1 == SCANNED) {
          for (int i = SCANNED - 1; i >= 0; i--) {
            erase(i);
          }
        }
      }
      objects[--size] = null;
    }
  }

  private void indexAll() {
    for (int i = 0; i < size; i++) {
      index(i);
    }
  }

  private void index(int number) {
    int mask = slots.length - 1;
    int at = start(objects[number], mask);
    while (slots[at] != 0) {
      at = (at + 1) & mask;
    }
    slots[at] = number + 1;
  }

  private void erase(int number) {
    int mask = slots.length - 1;
    int at = start(objects[number], mask);
    while (slots[at] != number + 1) {
      at = (at + 1) & mask;
    }
    slots[at] = 0;
  }

  private static int start(Object object, int mask) {
    int hash = System.identityHashCode(object) * 0x9e3779b9;
    return (hash ^ hash >>> 15) & mask;
  }
}
