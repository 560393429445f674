/** The cards of the profile: each has its id, by which an address leads to it. */
export const profilePlaces = [
  { id: 'password', title: 'Password', words: 'change' },
  { id: 'second-factor', title: 'Second factor', words: '2fa totp authenticator' },
  { id: 'passkeys', title: 'Passkeys', words: 'webauthn' },
  { id: 'sessions', title: 'Sessions', words: 'devices sign out' },
] as const;
