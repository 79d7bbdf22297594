package dev.parley.engine.internal.store;

import java.util.function.LongConsumer;

/**
 * A set of scrambled numbers of at most 53 bits, in slots that hold only a part of each number; the
 * place of the slot says the rest (quotienting, after Cleary, "Compact hash tables using
 * bidirectional linear probing", 1984).
 *
 * <p><b>What a slot holds.</b> The range of the numbers is cut into as many intervals as the table
 * has homes, all of one length or one longer. A number's <b>home</b> is the slot of its interval.
 * If that is taken, it stands up to {@value #LONGEST} slots further. A slot holds the lowest 4 bits
 * of the home's place and, above them, the number's low bits, so many that no two numbers of one
 * interval agree in them. Place and content give the distance from home (modulo 16, and no distance
 * is longer), so they give the home; the home gives the interval; and in the interval there is one
 * number with these low bits. So two numbers are never confused. The distance {@value #FREE} stands
 * for a free slot.
 *
 * <p><b>Order.</b> Numbers stand in the order of their homes (Robin Hood hashing, Celis 1986). A
 * new number goes in front of the first one whose home is behind its own, and those from there on
 * move by a slot, up to the next free one. The home of the number in a slot only ever gets smaller,
 * and a slot never becomes free. So if a number with home {@code h} is in a slot, each slot from
 * {@code h} to it is taken by a number whose home is not behind {@code h}. A search may stop at the
 * first slot that is free or whose number has a home behind {@code h}. A content does not depend on
 * the slot, so numbers are moved as bits, a word at a time.
 *
 * <p><b>Stash.</b> A number that would have to stand further from home than a slot can say goes to
 * the stash, a small table of whole numbers. At that moment all slots that it could stand in are
 * taken by numbers with homes that are not behind its own, and by the argument above this stays so.
 * So the stash has to be asked only after a search has seen all these slots and none has stopped
 * it. No chain wraps around: behind the last home there are as many slots as a number can be away
 * from it. Numbers that all collide fill the stash, which costs memory and not exactness.
 *
 * <p><b>Growth.</b> A table grows by an eighth, so it is between 76 and 86 % full. More homes have
 * shorter intervals in the same order, so a table is copied front to back and only ever appended
 * to.
 *
 * <p><b>On disk.</b> The words may be moved to {@link Pages}; then a table grows on the heap,
 * alone, and is moved again. If there are no pages left, it stays there.
 *
 * <p>Rejected: marks for chains instead of distances (2 or 3 bits instead of 4, but a search has to
 * find the beginning of its chain first); no order (no moves, but a twentieth of the numbers ends
 * up in the stash, or distances take 3 more bits); growing by more, which costs memory.
 */
final class CompactTable {
  /** How many bits a number may have: with those of a home, they leave some of a word. */
  static final int MOST_BITS = 53;

  private static final int HOME_BITS = 4;
  private static final int FREE = (1 << HOME_BITS) - 1;
  private static final int LONGEST = FREE - 1;

  private static final double FULL = 0.86;
  private static final int SMALL = 1 << 6;

  private final int bits;
  private int capacity;

  /** Slots side by side, and a word more, so that there is always a next one to read. */
  private long[] words;

  /** Where the words are if they are not on the heap; null else. */
  private int[] pages;

  /** Where the words go as soon as it is worth it; null if they stay on the heap. */
  private final Pages disk;

  private int width;
  private long slotMask;
  private long restMask;
  private int size;
  private int limit;

  /** Behind the last slot that was taken while the table was filled in order. */
  private int end;

  /** Whole numbers plus one, linearly probed, at most half full; 0 is free. */
  private long[] stash = new long[0];

  private int stashed;

  /** An empty table for numbers of so many bits, with so many homes. */
  CompactTable(int bits, int homes) {
    this(bits, homes, null);
  }

  /** The same on disk, as soon as it is worth it. */
  CompactTable(int bits, int homes, Pages disk) {
    this.disk = disk;
    this.bits = bits;
    capacity = homes;
    int restBits = restBits();
    restMask = (1L << restBits) - 1;
    width = restBits + HOME_BITS;
    slotMask = (1L << width) - 1;
    long needed = ((long) slots() * width >>> 6) + 2;
    if (needed > Integer.MAX_VALUE - 8) {
      throw new OutOfMemoryError("the visited set holds more states than it can address");
    }
    words = new long[(int) needed];
    for (int at = 0; at < slots(); at++) {
      set(at, at - FREE & FREE);
    }
    limit = (int) (capacity * FULL);
  }

  /** A table with the content of another one, whose words are on the heap. */
  private CompactTable(CompactTable other, Pages disk) {
    this.disk = disk;
    bits = other.bits;
    capacity = other.capacity;
    words = other.words;
    width = other.width;
    slotMask = other.slotMask;
    restMask = other.restMask;
    size = other.size;
    limit = other.limit;
    end = other.end;
    stash = other.stash;
    stashed = other.stashed;
  }

  private int slots() {
    return capacity + LONGEST;
  }

  /** How many low bits tell the numbers of the longest interval apart. */
  private int restBits() {
    long longest = ((1L << bits) + capacity - 1) / capacity;
    return Long.SIZE - Long.numberOfLeadingZeros(longest - 1);
  }

  /** The home of a number: the number scaled to how many there are. */
  private int home(long number) {
    return (int) Math.multiplyHigh(number << (63 - bits), 2L * capacity);
  }

  private long word(int at) {
    long[] here = words;
    return here != null ? here[at] : disk.get(pages, at);
  }

  private void setWord(int at, long word) {
    long[] here = words;
    if (here != null) {
      here[at] = word;
    } else {
      disk.set(pages, at, word);
    }
  }

  private long slot(int at) {
    long bit = (long) at * width;
    int word = (int) (bit >>> 6);
    return (word(word) >>> bit | word(word + 1) << 1 << ~bit) & slotMask;
  }

  private void set(int at, long content) {
    long bit = (long) at * width;
    int word = (int) (bit >>> 6);
    setWord(word, word(word) & ~(slotMask << bit) | content << bit);
    // What of the slot is in the next word; nothing if the two shifts together lose it all.
    setWord(word + 1, word(word + 1) & ~(slotMask >>> 1 >>> ~bit) | content >>> 1 >>> ~bit);
  }

  /** How far from home the number is that a slot holds, or {@link #FREE}. */
  private static int distance(int at, long content) {
    return at - (int) content & FREE;
  }

  /** Reads what a search for a number reads first, so that it is at hand later. */
  long touch(long number) {
    return word((int) ((long) home(number) * width >>> 6));
  }

  /** Adds a number; tells whether it was new. */
  boolean add(long number) {
    int home = home(number);
    long wanted = content(number, home);
    int at = home;
    for (int distance = 0; distance <= LONGEST; distance++, at++) {
      long content = slot(at);
      if (content == wanted) {
        return false;
      }
      if (stops(at, content, distance)) {
        break;
      }
    }
    if (at <= home + LONGEST) {
      insert(at, wanted);
    } else if (isStashed(number)) {
      return false;
    } else {
      stash(number);
    }
    if (++size > limit) {
      grow();
    }
    return true;
  }

  private long content(long number, int home) {
    return (number & restMask) << HOME_BITS | home & FREE;
  }

  /** Whether a slot is free, or its number is nearer to its home than the one sought. */
  private static boolean stops(int at, long content, int distance) {
    return (at - (int) content + 1 & FREE) <= distance;
  }

  /** Puts a content into a slot and moves what follows by a slot, up to the next free one. */
  private void insert(int at, long content) {
    int last = at;
    long displaced = slot(last);
    while (distance(last, displaced) < LONGEST) {
      displaced = slot(++last);
    }
    if (distance(last, displaced) == LONGEST) {
      stash(number(last, displaced));
    }
    if (last > at) {
      moveUp(at, last);
    }
    set(at, content);
  }

  /** Moves the slots from one up to before another by a slot, a word at a time. */
  private void moveUp(int from, int last) {
    long begin = (long) from * width;
    long end = (long) (last + 1) * width;
    int first = (int) (begin >>> 6);
    int word = (int) (end - 1 >>> 6);
    long kept = (end & 63) == 0 ? 0 : -1L << end;
    for (; word > first; word--) {
      long moved = word(word) << width | word(word - 1) >>> 64 - width;
      setWord(word, word(word) & kept | moved & ~kept);
      kept = 0;
    }
    kept |= (1L << begin) - 1;
    setWord(first, word(first) & kept | word(first) << width & ~kept);
  }

  /** Whether a number is in the table. */
  boolean contains(long number) {
    int home = home(number);
    long wanted = content(number, home);
    for (int distance = 0; distance <= LONGEST; distance++) {
      long content = slot(home + distance);
      if (content == wanted) {
        return true;
      }
      if (stops(home + distance, content, distance)) {
        return false;
      }
    }
    return isStashed(number);
  }

  /** The number that a slot with this content stands for. */
  private long number(int at, long content) {
    long home = at - distance(at, content);
    long length = (1L << bits) / capacity;
    long left = (1L << bits) % capacity;
    long least = home * length + (home * left + capacity - 1) / capacity;
    return number(least, content);
  }

  /** The number of an interval that has the low bits in a content. */
  private long number(long least, long content) {
    return least + ((content >>> HOME_BITS) - least & restMask);
  }

  private boolean isStashed(long number) {
    return stashed > 0 && stash[stashSlot(stash, number + 1)] != 0;
  }

  private static int stashSlot(long[] table, long stored) {
    int slot = (int) Hash.mix(stored) & table.length - 1;
    while (table[slot] != 0 && table[slot] != stored) {
      slot = slot + 1 & table.length - 1;
    }
    return slot;
  }

  private void stash(long number) {
    if (++stashed * 2L > stash.length) {
      long[] larger = new long[Math.max(8, stash.length * 2)];
      for (long stored : stash) {
        if (stored != 0) {
          larger[stashSlot(larger, stored)] = stored;
        }
      }
      stash = larger;
    }
    stash[stashSlot(stash, number + 1)] = number + 1;
  }

  private void grow() {
    CompactTable larger =
        new CompactTable(bits, capacity < SMALL ? capacity * 2 : capacity + (capacity >> 3));
    forEachInOrder(larger::append);
    forEachStashed(larger::add);
    assert larger.size == size;
    capacity = larger.capacity;
    free();
    words = larger.words;
    width = larger.width;
    slotMask = larger.slotMask;
    restMask = larger.restMask;
    limit = larger.limit;
    stash = larger.stash;
    stashed = larger.stashed;
    moveToDisk();
  }

  private void moveToDisk() {
    if (disk != null && words.length >= disk.leastWords()) {
      disk.moved(words)
          .ifPresent(
              there -> {
                pages = there;
                words = null;
              });
    }
  }

  /** The same numbers, with words that go to disk as soon as it is worth it; this is empty then. */
  CompactTable on(Pages other) {
    CompactTable moved = new CompactTable(this, other);
    moved.moveToDisk();
    words = new long[0];
    return moved;
  }

  /** Gives back what it has on disk; it must not be used any more. */
  void free() {
    if (pages != null) {
      disk.giveAll(pages);
      pages = null;
    }
  }

  /** Adds a number that is greater than all others in slots, to a table that has room. */
  private void append(long number) {
    int home = home(number);
    int at = Math.max(home, end);
    if (at - home > LONGEST) {
      stash(number);
    } else {
      set(at, content(number, home));
      end = at + 1;
    }
    size++;
  }

  /** Hands out all numbers. */
  void forEach(LongConsumer consumer) {
    forEachInOrder(consumer);
    forEachStashed(consumer);
  }

  /** Hands out the numbers in slots, in ascending order. */
  private void forEachInOrder(LongConsumer consumer) {
    Ascending numbers = new Ascending(consumer);
    long length = (1L << bits) / capacity;
    long left = (1L << bits) % capacity;
    // The least numbers of the intervals at home in this slot and those before it.
    long[] leasts = new long[FREE + 1];
    long least = 0;
    long above = 0; // How much rounding up has added to the least number, times the capacity.
    for (int at = 0; at < slots(); at++) {
      leasts[at & FREE] = least;
      long content = slot(at);
      int distance = distance(at, content);
      if (distance != FREE) {
        long from = leasts[at - distance & FREE];
        numbers.take(from, number(from, content));
      }
      least += length;
      above -= left;
      if (above < 0) {
        least++;
        above += capacity;
      }
    }
    numbers.handOut();
  }

  /** Puts the numbers of each interval in order; they come side by side. */
  private static final class Ascending {
    private final LongConsumer consumer;
    private final long[] numbers = new long[FREE + 1];
    private int count;
    private long interval = -1;

    Ascending(LongConsumer consumer) {
      this.consumer = consumer;
    }

    void take(long from, long number) {
      if (from != interval) {
        handOut();
        interval = from;
      }
      int place = count++;
      while (place > 0 && numbers[place - 1] > number) {
        numbers[place] = numbers[--place];
      }
      numbers[place] = number;
    }

    void handOut() {
      for (int i = 0; i < count; i++) {
        consumer.accept(numbers[i]);
      }
      count = 0;
    }
  }

  private void forEachStashed(LongConsumer consumer) {
    for (long stored : stash) {
      if (stored != 0) {
        consumer.accept(stored - 1);
      }
    }
  }

  int size() {
    return size;
  }

  long bytes() {
    return 8L * ((words == null ? 0 : words.length) + stash.length)
        + (pages == null ? 0 : 4L * pages.length);
  }
}
