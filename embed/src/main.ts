/** Defines the elements. Source: docs/guides/embedding.md. */
import { ConnectElement } from './connect-element.ts';
import { type NameplateElement, reflect } from './element.ts';
import { StatisticsElement } from './statistics-element.ts';

function define(
  name: string,
  type: CustomElementConstructor & {
    readonly prototype: NameplateElement;
    readonly observedAttributes: readonly string[];
  },
): void {
  // The script may stand in a page twice.
  if (customElements.get(name)) return;
  reflect(type, [...type.observedAttributes, 'theme']);
  customElements.define(name, type);
}

define('nameplate-statistics', StatisticsElement);
define('nameplate-connect', ConnectElement);
