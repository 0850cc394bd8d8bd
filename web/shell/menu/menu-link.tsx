import { createContext, use, type AnchorHTMLAttributes, type MouseEvent, type Ref } from 'react';

interface MenuPlace {
  readonly pathname: string;
  readonly go: (to: string, how: { readonly replace: boolean }) => void;
}

/** Where the person is, and the way from there, whatever the address says besides. */
export const MenuContext = createContext<MenuPlace>({ pathname: '', go: () => undefined });

interface MenuLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/**
 * A link that is marked while its page is shown. The router's own is drawn anew with each address, which a press in a list
 * pays for; this one only when another page comes.
 */
export function MenuLink({ to, onClick, children, ...rest }: MenuLinkProps) {
  const { pathname, go } = use(MenuContext);
  const [path] = to.split('?');
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    // another tab or window is for the browser
    const isAside = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || isAside) return;
    event.preventDefault();
    go(to, { replace: `${location.pathname}${location.search}` === to });
  };
  return (
    <a
      {...rest}
      href={to}
      {...(`${pathname}/`.startsWith(`${path}/`) && { 'aria-current': 'page' as const })}
      onClick={follow}
    >
      {children}
    </a>
  );
}
