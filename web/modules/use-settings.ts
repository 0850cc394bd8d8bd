import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { withManageWords } from '#web/lib/i18n/manage-words.ts';
import { useMay } from '#web/lib/session/session.ts';
import { addressOf, OfferedPagesContext } from '#web/modules/page.ts';
import { matchingSettings, type FoundSetting } from '#web/lib/settings/matching-settings.ts';

/** The list of settings, and the words that they are found by. */
const load = async () => (await withManageWords(() => import('#web/modules/settings.ts'))).settings;

const none: readonly FoundSetting[] = [];

/** Whether an address is that of a page, or of a part of it. */
const isOn = (path: string, page: string) =>
  path === page || ['/', '?', '#'].some((sign) => path.startsWith(page + sign));

/** The settings that a question is about, of those that this person may open; none before the list of them is loaded. */
export function useMatchingSettings(question: string): readonly FoundSetting[] {
  const text = useText();
  const may = useMay();
  const pages = use(OfferedPagesContext);
  const isManager = pages.some(({ area }) => area === 'manage');
  const { data = [] } = useQuery({
    queryKey: ['settings'],
    queryFn: load,
    staleTime: Infinity,
    enabled: isManager,
  });
  if (question === '') return none;
  const isOffered = (path: string) => pages.some((page) => isOn(path, addressOf(page)));
  const open = data.filter(({ path, access }) => isOffered(path) && (access === undefined || may(access)));
  return matchingSettings(open, question, text);
}
