/** The form of a region's code, as it is stored, asked for and kept in addresses. Source: ISO 3166-2. */

/** `DE-BY`: a country of ISO 3166-1 alpha-2, then one to three letters or digits. Whether there is such a region is not asked. */
export const regionCode: RegExp = /^[A-Z]{2}-[A-Z0-9]{1,3}$/;
