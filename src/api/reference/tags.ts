/** The groups of operations in the API reference, in the order in which it shows them. */

import { features } from '../../features/features.ts';

type Tag = { readonly name: string; readonly description: string };

const tags: readonly Tag[] = [
  { name: 'Accounts', description: 'The account, and the access token or user, that a request belongs to.' },
  {
    name: 'Sessions',
    description:
      'For browsers: exchange an access token, or an email address and a password, for a cookie that scripts cannot read.',
  },
  { name: 'Users', description: 'What signed-in users change about themselves. Access tokens can’t.' },
  { name: 'People', description: 'The members of an account, and invitations for more of them.' },
];

/** With those of features, each after the one that it names. */
export const referenceTags: readonly Tag[] = features
  .flatMap((feature) => feature.tags ?? [])
  .reduce(
    (known, { after, ...tag }) => known.toSpliced(known.findIndex(({ name }) => name === after) + 1, 0, tag),
    tags,
  );
