/** The Byzantine generals, with oral messages and one traitor. */
package dev.parley.protocols.generals;
