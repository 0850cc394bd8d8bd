import { useText } from '#web/lib/i18n/i18n.ts';
import { usePageTitle } from '#web/lib/screen/page-title.ts';
import { PageHelpContext } from '#web/ui/page/page-context.ts';
import type { Page } from '#web/modules/page.ts';

/** A page with its window title and its purpose. */
export function PageFrame({ page }: { readonly page: Page }) {
  const text = useText();
  usePageTitle(text(page.title));
  return (
    <PageHelpContext value={page.help}>
      <page.page />
    </PageHelpContext>
  );
}
