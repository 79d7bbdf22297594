/** Echo multicast: agreement on what an initiator multicast, although some nodes lie. */
package dev.parley.protocols.echo;
