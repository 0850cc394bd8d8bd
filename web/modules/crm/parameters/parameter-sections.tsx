import { DownOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ComponentType } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useMay } from '#web/lib/session/session.ts';
import type { Parameter } from '#web/modules/crm/parameters/parameter-list.ts';
import { Page } from '#web/ui/page/page.tsx';
import { Split } from '#web/ui/page/split.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { Sheet } from '#web/ui/sheet/sheet.tsx';
import styles from './parameters.module.css';

/** What a part of the page shows. */
export interface ParameterPart {
  readonly Section: ComponentType;
}

interface ParameterSectionsProps {
  /** Of the page. */
  readonly address: string;
  readonly sections: readonly (Parameter & ParameterPart)[];
}

/** Sections with an address each, chosen at the left, on a phone from a sheet. */
export function ParameterSections({ address, sections }: ParameterSectionsProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const may = useMay();
  const { '*': rest = '' } = useParams();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const open = sections.filter(({ access }) => access === undefined || may(access));
  const shown = open.find(({ key }) => key === rest);
  const [first] = open;
  if (!shown) return first ? <Navigate to={`${address}/${first.key}`} replace /> : null;
  const { key: shownKey, title, changes, Section } = shown;
  const menu = (
    <nav aria-label={text('page.parameters')}>
      <ul className={styles['menu']}>
        {open.map((one) => (
          <li key={one.key}>
            <Link
              to={`${address}/${one.key}`}
              aria-current={one.key === shownKey ? 'page' : undefined}
              onClick={() => setMenuOpen(false)}
            >
              {text(one.title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
  return (
    <Page
      title={text('page.parameters')}
      acts={typeof changes !== 'string' && <ChangeHistory key={shownKey} kinds={changes} />}
    >
      {isPhone && (
        <Sheet isOpen={isMenuOpen} title={text('page.parameters')} onClose={() => setMenuOpen(false)}>
          {menu}
        </Sheet>
      )}
      <Split side={!isPhone && menu}>
        <div className={styles['section']}>
          {isPhone ? (
            <Button className={styles['choice'] ?? ''} aria-haspopup="dialog" onClick={() => setMenuOpen(true)}>
              {text(title)}
              <DownOutlined aria-hidden />
            </Button>
          ) : (
            <h2>{text(title)}</h2>
          )}
          <Section key={shownKey} />
        </div>
      </Split>
    </Page>
  );
}
