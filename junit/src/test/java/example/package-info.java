/** Protocols to be found and checked as tests, correct and broken. */
package example;
