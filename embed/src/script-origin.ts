/** Where this script was loaded from: the API is there, too. Source: docs/guides/embedding.md. */

const address = /(https?:\/\/[^\s/]+\/\S*?):\d+:\d+/;

function ownAddress(): string {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src !== '') return currentScript.src;
  // A module has no current script, but an error says where it was made.
  return address.exec(new Error('here').stack ?? '')?.[1] ?? location.href;
}

export const scriptOrigin: string = new URL(ownAddress()).origin;
