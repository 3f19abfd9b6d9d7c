/** Thrown inside the flat lane when an entity uses what that lane does not cover with certainty. */
export const COMPLEX = Symbol('complex');
