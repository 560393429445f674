/**
 * Reports clicks of the links that the tracker has no room for: areas of image maps, links in open shadow roots and in SVG. A site puts
 * it into its pages beside the tracker. Built to `dist/tracker/links.js`. Source: docs/reference/tracker.md ("Other links").
 */
import { file, pathOf } from './page.ts';

type Link = HTMLAnchorElement | HTMLAreaElement | SVGAElement;

const dataset = document.currentScript?.dataset ?? {};

const isLink = (step: EventTarget): step is Link => step instanceof Element && step.matches('a, area');

function clicked(event: MouseEvent): void {
  if (event.button > 1) return;
  const { target } = event;
  // The tracker reports it.
  if (target instanceof Element && target.closest('a')?.host) return;
  const link = event.composedPath().find(isLink);
  if (!link) return;
  const address = link instanceof SVGAElement ? link.href.baseVal : link.href;
  const to = document.createElement('a');
  to.href = address;
  // An invalid address has no host, nor has one that leads to none of the web, such as mailto:.
  if (address === '' || to.host === '') return;
  const details = { props: { url: pathOf(to.href) } };
  if (to.host !== location.host && dataset.outbound !== 'off')
    window.nameplate?.('Outbound Link: Click', details);
  else if (dataset.downloads !== 'off' && (link.hasAttribute('download') || file.test(to.pathname)))
    window.nameplate?.('File Download', details);
}

addEventListener('click', clicked, true);
addEventListener('auxclick', clicked, true);
