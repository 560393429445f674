/** Where the demo's visitors are. Source: ISO 3166-1 and 3166-2. */

import type { PageviewRow } from '../analytics/engine/pageview-row.ts';
import { regionNameOf } from '../analytics/lookup/regions.ts';
import type { Weighted } from './random.ts';

export type Place = Pick<PageviewRow, 'country' | 'region' | 'region_name' | 'city'> & {
  /** Offset of local time from UTC in hours, whichever of winter's and summer's lasts longer. */
  readonly utcOffsetHours: number;
};

function place(region: string, city: string, utcOffsetHours: number): Place {
  return { country: region.slice(0, 2), region, region_name: regionNameOf(region), city, utcOffsetHours };
}

export const europe: Weighted<Place> = [
  [6, place('DE-BE', 'Berlin', 1)],
  [4, place('DE-HH', 'Hamburg', 1)],
  [5, place('DE-BY', 'Munich', 1)],
  [3, place('DE-NW', 'Cologne', 1)],
  [2, place('DE-SN', 'Leipzig', 1)],
  [3, place('AT-9', 'Vienna', 1)],
  [3, place('CH-ZH', 'Zurich', 1)],
  [4, place('NL-NH', 'Amsterdam', 1)],
  [5, place('GB-ENG', 'London', 0)],
  [2, place('GB-SCT', 'Edinburgh', 0)],
  [4, place('FR-IDF', 'Paris', 1)],
  [2, place('FR-ARA', 'Lyon', 1)],
  [2, place('ES-MD', 'Madrid', 1)],
  [2, place('IT-25', 'Milan', 1)],
  [2, place('PL-14', 'Warsaw', 1)],
  [2, place('SE-AB', 'Stockholm', 1)],
  [1, place('DK-84', 'Copenhagen', 1)],
  [1, place('CZ-10', 'Prague', 1)],
  [1, place('PT-11', 'Lisbon', 0)],
];

export const americas: Weighted<Place> = [
  [6, place('US-CA', 'San Francisco', -8)],
  [3, place('US-CA', 'Los Angeles', -8)],
  [6, place('US-NY', 'New York', -5)],
  [3, place('US-TX', 'Austin', -6)],
  [3, place('US-WA', 'Seattle', -8)],
  [2, place('US-IL', 'Chicago', -6)],
  [2, place('CA-ON', 'Toronto', -5)],
  [1, place('CA-QC', 'Montreal', -5)],
  [2, place('BR-SP', 'São Paulo', -3)],
  [1, place('MX-CMX', 'Mexico City', -6)],
];

export const asiaPacific: Weighted<Place> = [
  [4, place('IN-KA', 'Bengaluru', 5)],
  [2, place('IN-MH', 'Mumbai', 5)],
  [3, place('JP-13', 'Tokyo', 9)],
  [1, place('KR-11', 'Seoul', 9)],
  [2, { country: 'SG', region: '', region_name: '', city: 'Singapore', utcOffsetHours: 8 }],
  [2, place('AU-NSW', 'Sydney', 10)],
  [1, place('AU-VIC', 'Melbourne', 10)],
  [1, { country: '', region: '', region_name: '', city: '', utcOffsetHours: 0 }],
];

/** Weight of each hour of local time: low at night, highest in the late morning and in the evening. */
export const hourWeights: readonly number[] = [
  12, 7, 5, 4, 4, 7, 15, 30, 48, 62, 70, 68, 60, 62, 66, 64, 60, 55, 52, 58, 64, 60, 44, 25,
];
