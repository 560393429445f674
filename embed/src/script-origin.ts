/** Where this script was loaded from: the API is there, too. Source: docs/guides/embedding.md. */

/** A module has no current script, but an element all the same. */
function findOrigin(): string {
  const { currentScript } = document;
  const script =
    currentScript instanceof HTMLScriptElement
      ? currentScript
      : [...document.scripts].find(({ src }) => src !== '' && new URL(src).pathname === '/embed.js');
  return new URL(script?.src ?? '', location.href).origin;
}

export const scriptOrigin: string = findOrigin();
