/**
 * What a check found out, as plain records made of strings, numbers, enums, lists and optionals, so
 * that they can cross a process boundary and be rendered by anything.
 */
package dev.parley.engine.result;
