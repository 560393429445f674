/** Makes elements. Text is only ever text, and nothing has a `style` attribute, so that the strictest policy of a page lets it be. */

type Attributes = Readonly<Record<string, string>>;
type Children = readonly (Node | string)[];

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Children
): HTMLElementTagNameMap[Name] {
  return filled(document.createElement(name), attributes, children);
}

export function makeSvg(name: string, attributes: Attributes, ...children: Children): SVGElement {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function filled<Made extends Element>(made: Made, attributes: Attributes, children: Children): Made {
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}
