import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useScreenOf, type Pickable } from '#web/record/picker/pickable.ts';
import styles from '#web/record/picker/picker.module.css';
import { PickList, type PickProps } from '#web/record/picker/pick-list.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

interface PanelProps extends PickProps {
  readonly types: readonly Pickable[];
  /** Key of the visible type. */
  readonly current: string | undefined;
  readonly onCurrent: (key: string) => void;
}

/** The types on the left, if there are several, and the list of the visible one. */
export function PickerPanel({ types, current, onCurrent, ...list }: PanelProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const type = types.find(({ key }) => key === current) ?? types[0];
  if (!type) return null;
  if (types.length === 1) return <OneType key={type.key} type={type} {...list} />;
  return (
    <Tabs
      className={styles['tabs'] ?? ''}
      aria-label={text('picker.types')}
      tabPlacement={isPhone ? 'top' : 'start'}
      activeKey={type.key}
      onChange={onCurrent}
      destroyOnHidden
      items={types.map((one) => ({
        key: one.key,
        label: text(one.label),
        children: <OneType type={one} {...list} />,
      }))}
    />
  );
}

function OneType(props: Omit<PanelProps, 'types' | 'current' | 'onCurrent'> & { readonly type: Pickable }) {
  const screen = useScreenOf(props.type);
  return <PageState query={screen}>{(loaded) => loaded && <PickList {...props} screen={loaded} />}</PageState>;
}
