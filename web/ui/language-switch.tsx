import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { turnLanguage } from '#web/lib/i18n/turn-language.ts';
import { usePreferences } from '#web/lib/preferences.ts';

/** 中/En: switches to the other language at once. */
export function LanguageSwitch() {
  const text = useText();
  const { language } = usePreferences();
  return (
    <Button
      type="text"
      aria-label={`${text('shell.language_mark')} ${text(language === 'cn' ? 'shell.to_english' : 'shell.to_chinese')}`}
      onClick={() => void turnLanguage()}
    >
      {text('shell.language_mark')}
    </Button>
  );
}
