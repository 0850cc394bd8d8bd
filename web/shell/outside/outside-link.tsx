import { useText } from '#web/lib/i18n/i18n.ts';
import type { OwnUser } from '#shared/auth/session-calls.ts';
import { navigationNames } from '#shared/platform/navigation.ts';

interface OutsideLinkProps {
  readonly entry: OwnUser['navigation'][number]['entry'];
  readonly url: string;
  readonly className?: string | undefined;
}

/** An entry of the header that leads out of the product, which learns nothing of where the person came from. */
export function OutsideLink({ entry, url, className }: OutsideLinkProps) {
  const text = useText();
  const name = text(navigationNames[entry]);
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      aria-label={text('navigation.opens', { name })}
    >
      {name}
    </a>
  );
}
