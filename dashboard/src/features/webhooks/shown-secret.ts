/** How a signing secret is shown, which is once. */
export function shownSecret(text: string) {
  return {
    title: 'Copy the signing secret now',
    warning: "This is the only time it's shown. A lost secret can't be recovered, only replaced.",
    text,
    label: 'Copy the secret',
  };
}
