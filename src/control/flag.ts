/** Booleans as the control store stores them. */

/** 1 = true. Neither engine's own booleans are the other's. */
export type Flag = 0 | 1;
