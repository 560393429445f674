/** Saves the page's filters as a segment. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Filter } from '../../filters/filter.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { SaveAsForm } from '../../ui/save-as-form.tsx';
import { createSegment, segmentsQuery } from './segments.ts';

export function SaveSegment({ filters }: { readonly filters: readonly Filter[] }) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label="Save as a segment"
      open={isOpen}
      onOpenChange={setOpen}
      align="start"
      trigger={
        <Button size="s" variant="ghost">
          Save as segment
        </Button>
      }
    >
      <SaveAsForm
        hint="You'll find it under Filter, on all of the account's domains."
        save={async (name) => {
          await createSegment(name, filters);
          await queryClient.invalidateQueries({ queryKey: segmentsQuery.queryKey });
        }}
        done="Segment saved"
        onSaved={() => setOpen(false)}
      />
    </Popover>
  );
}
