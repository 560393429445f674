/** The button that opens the account's saved views. */
import { Bookmark } from 'lucide-react';
import { lazy, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { LazyPopup } from '../../ui/lazy-popup.tsx';

const load = () => import('./views-popover.tsx');
const ViewsPopover = lazy(async () => ({ default: (await load()).ViewsPopover }));

export function ViewsButton() {
  const [isOpen, setOpen] = useState(false);
  const trigger = (
    <IconButton label="Saved views">
      <Bookmark size={16} aria-hidden />
    </IconButton>
  );
  return (
    <LazyPopup trigger={trigger} kind="dialog" load={load} onOpen={() => setOpen(true)}>
      <ViewsPopover trigger={trigger} open={isOpen} onOpenChange={setOpen} />
    </LazyPopup>
  );
}
