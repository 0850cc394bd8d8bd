import { Form, Input } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { SectionDraft } from '#web/record/designer/form-items.ts';
import styles from '#web/record/designer/designer.module.css';
import { mostSectionTitle } from '#shared/record/form-rules/field-rules.ts';

interface SectionPropertiesProps {
  readonly section: SectionDraft;
  readonly onChange: (title: string) => void;
}

/** What a section is called. */
export function SectionProperties({ section, onChange }: SectionPropertiesProps) {
  const text = useText();
  return (
    <Form layout="vertical" component="div">
      <p className={styles['kind']}>{text('designer.type.section')}</p>
      <Form.Item label={text('designer.section_title')} htmlFor="designer-section" required>
        <Input
          id="designer-section"
          maxLength={mostSectionTitle}
          spellCheck={false}
          value={section.title}
          onChange={({ target }) => onChange(target.value)}
        />
      </Form.Item>
      <p className={styles['hint']}>{text('designer.section_hint')}</p>
    </Form>
  );
}
