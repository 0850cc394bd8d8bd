import { Button, Dropdown } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/designer/designer.module.css';
import type { Hue } from '#web/ui/theme/palettes.ts';
import { optionColours, type OptionColour } from '#shared/record/form-rules/field-rules.ts';

interface OptionColourButtonProps {
  readonly option: string;
  /** Null for the one that the option gets by itself, which is `usual`. */
  readonly colour: OptionColour | null;
  readonly usual: Hue;
  readonly onChange: (colour: OptionColour | null) => void;
}

const Dot = ({ hue }: { readonly hue: Hue }) => (
  <span aria-hidden className={styles['dot']} style={{ background: `var(--${hue}-dot)` }} />
);

/** The colour of an option, chosen among the hues of the product. */
export function OptionColourButton({ option, colour, usual, onChange }: OptionColourButtonProps) {
  const text = useText();
  const nameOf = (one: OptionColour | null) => text(one === null ? 'designer.colour.usual' : `designer.colour.${one}`);
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [colour ?? ''],
        items: [null, ...optionColours].map((one) => ({
          key: one ?? '',
          icon: <Dot hue={one ?? usual} />,
          label: nameOf(one),
        })),
        onClick: ({ key }) => onChange(optionColours.find((one) => one === key) ?? null),
      }}
    >
      <Button
        type="text"
        size="small"
        icon={<Dot hue={colour ?? usual} />}
        aria-label={text('designer.option_colour', { name: option, colour: nameOf(colour) })}
      />
    </Dropdown>
  );
}
