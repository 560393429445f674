/**
 * Drags an item of a list up and down with a pointer; loaded when a handle is about to be pressed. Items follow by transforms,
 * and the list itself changes once, at the drop. Escape and a lost pointer leave it as it was.
 */

const edgePixels = 56;
const scrollPixels = 12;

/** `onDrop` gets the places of the item before and after, among the list's items. */
export function dragItem(
  item: HTMLElement,
  start: { readonly pointerId: number; readonly clientY: number },
  onDrop: (from: number, to: number) => void,
): void {
  const list = item.parentElement;
  if (list === null) return;
  const items = [...list.children].filter((child) => child instanceof HTMLElement);
  const from = items.indexOf(item);
  const boxes = items.map((one) => ({ top: one.offsetTop, height: one.offsetHeight }));
  const own = boxes[from];
  if (own === undefined) return;
  const startScroll = window.scrollY;
  let pointerY = start.clientY;
  let to = from;
  let timer = 0;

  const place = (): void => {
    const shift = pointerY - start.clientY + window.scrollY - startScroll;
    const middle = own.top + own.height / 2 + shift;
    to = from;
    for (const [index, { top, height }] of boxes.entries()) {
      const center = top + height / 2;
      if (index < from && middle < center) to = Math.min(to, index);
      if (index > from && middle > center) to = Math.max(to, index);
    }
    for (const [index, one] of items.entries()) {
      const makesRoomBelow = index >= to && index < from;
      const makesRoomAbove = index <= to && index > from;
      const moved = makesRoomBelow ? own.height : makesRoomAbove ? -own.height : 0;
      one.style.transform =
        index === from ? `translateY(${shift}px)` : moved === 0 ? '' : `translateY(${moved}px)`;
    }
  };
  const scroll = (): void => {
    const up = pointerY < edgePixels ? -scrollPixels : 0;
    const down = pointerY > window.innerHeight - edgePixels ? scrollPixels : 0;
    if (up + down !== 0) {
      window.scrollBy(0, up + down);
      place();
    }
    timer = requestAnimationFrame(scroll);
  };
  const ending = new AbortController();
  const end = (isDropped: boolean): void => {
    ending.abort();
    cancelAnimationFrame(timer);
    for (const one of items) one.style.transform = '';
    delete list.dataset['dragging'];
    delete item.dataset['dragged'];
    if (isDropped && to !== from) onDrop(from, to);
  };
  const listen = { signal: ending.signal };
  window.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== start.pointerId) return;
      pointerY = event.clientY;
      place();
    },
    listen,
  );
  window.addEventListener('pointerup', (event) => event.pointerId === start.pointerId && end(true), listen);
  window.addEventListener('pointercancel', () => end(false), listen);
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      end(false);
    },
    listen,
  );
  list.dataset['dragging'] = '';
  item.dataset['dragged'] = '';
  timer = requestAnimationFrame(scroll);
}
