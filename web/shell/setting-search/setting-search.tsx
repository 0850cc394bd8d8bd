import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMatchingSettings } from '#web/modules/use-settings.ts';
import styles from '#web/shell/setting-search/setting-search.module.css';
import { textLimit } from '#shared/text/text-limit.ts';

/** A box that finds settings by what they are called and by what they do; Enter opens the first, Esc shows all pages again. */
export function SettingSearch({ onFinding }: { readonly onFinding: (isFinding: boolean) => void }) {
  const text = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const question = typed.trim();
  const found = useMatchingSettings(question);
  const isFinding = question !== '';
  const tell = useEffectEvent(onFinding);
  useEffect(() => tell(isFinding), [isFinding]);
  useEffect(() => () => tell(false), []);
  return (
    <search>
      <Input
        allowClear
        type="search"
        maxLength={textLimit}
        prefix={<SearchOutlined aria-hidden />}
        aria-label={text('setting_search.box')}
        placeholder={text('setting_search.box')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={() => found[0] && void navigate(found[0].path)}
        onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
      />
      {isFinding && (
        <>
          <p role="status" className={styles['count']}>
            {found.length > 0 ? text('setting_search.count', { count: found.length }) : text('setting_search.none')}
          </p>
          <ul className={styles['found']}>
            {found.map(({ path, title, says }) => (
              <li key={`${path} ${title}`}>
                <Link to={path}>
                  <span>{title}</span>
                  <small>{says}</small>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </search>
  );
}
