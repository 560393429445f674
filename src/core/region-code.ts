/** The form of a region's code in the store, in parameters and in URLs. Source: ISO 3166-2. */

/**
 * `DE-BY`: a country of ISO 3166-1 alpha-2, then one to three letters or digits. Whether the region exists isn't
 * checked.
 */
export const regionCode: RegExp = /^[A-Z]{2}-[A-Z0-9]{1,3}$/;
