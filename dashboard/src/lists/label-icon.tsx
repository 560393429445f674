/** A small mark before a label, so that the eye finds its row again. Nothing is loaded from other hosts for it. */
import {
  CircleHelp,
  CornerDownRight,
  Globe,
  Laptop,
  type LucideIcon,
  Monitor,
  Smartphone,
  Tablet,
} from 'lucide-react';
import styles from './label-icon.module.css';
import type { LabelKind } from './ranked-report.ts';

const screens: Readonly<Record<string, LucideIcon>> = {
  desktop: Monitor,
  laptop: Laptop,
  tablet: Tablet,
  mobile: Smartphone,
};

export function LabelIcon({
  kind,
  id,
  label,
}: {
  readonly kind: LabelKind;
  readonly id: string;
  readonly label: string;
}) {
  switch (kind) {
    case 'path':
    case 'tag':
      return null;
    case 'country':
    case 'city':
      return <Code text={id === '' ? '–' : id} />;
    case 'region':
      return <Code text={id === '' ? '–' : (id.split('-')[0] ?? id)} />;
    case 'status':
      return (
        <span className={styles['code']} data-class={id.charAt(0)} aria-hidden>
          {id}
        </span>
      );
    case 'screen':
      return <Picture Icon={screens[id] ?? CircleHelp} />;
    case 'source':
      if (label === 'Direct') return <Picture Icon={CornerDownRight} />;
      return label.includes('.') ? <Picture Icon={Globe} /> : <Initial label={label} />;
    case 'software':
    case 'bot':
    case 'network':
      return label === 'Unknown' ? <Picture Icon={CircleHelp} /> : <Initial label={label} />;
  }
}

function Code({ text }: { readonly text: string }) {
  return (
    <span className={styles['code']} aria-hidden>
      {text}
    </span>
  );
}

function Picture({ Icon }: { readonly Icon: LucideIcon }) {
  return (
    <span className={styles['picture']} aria-hidden>
      <Icon size={14} />
    </span>
  );
}

function Initial({ label }: { readonly label: string }) {
  const [initial = '?'] = /[\p{L}\p{N}]/u.exec(label) ?? [];
  return (
    <span className={styles['picture']} aria-hidden>
      {initial.toUpperCase()}
    </span>
  );
}
