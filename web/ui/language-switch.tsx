import { Button } from 'antd';
import { switchLanguage, useText } from '#web/lib/i18n/i18n.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { Language } from '#shared/i18n/language.ts';

const other: Record<Language, Language> = { cn: 'en', en: 'cn' };

/** 中/En: turns to the other language at once. */
export function LanguageSwitch() {
  const text = useText();
  const { language } = usePreferences();
  const handleSwitch = async () => {
    await switchLanguage(other[language]);
    // names of views, columns and fields come from the server
    await queryClient.invalidateQueries();
  };
  return (
    <Button
      type="text"
      aria-label={`${text('shell.language_mark')} ${text(language === 'cn' ? 'shell.to_english' : 'shell.to_chinese')}`}
      onClick={() => void handleSwitch()}
    >
      {text('shell.language_mark')}
    </Button>
  );
}
