import { DownOutlined } from '@ant-design/icons';
import { Popover, Tag } from 'antd';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { DepartmentPanel } from '#web/record/inputs/department-panel.tsx';
import type { DepartmentChoice } from '#web/record/inputs/department-path.ts';
import styles from '#web/record/inputs/inputs.module.css';

interface DepartmentPickerProps {
  readonly value: readonly DepartmentChoice[];
  readonly onChange: (value: DepartmentChoice[]) => void;
  readonly multiple?: boolean;
  readonly id?: string;
  readonly disabled?: boolean;
}

/** Departments, by breadcrumb or by search (R24.5). */
export function DepartmentPicker({ value, onChange, multiple = false, id, disabled = false }: DepartmentPickerProps) {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  const holder = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  const handleToggle = (choice: DepartmentChoice) => {
    const others = value.filter(({ deptId }) => deptId !== choice.deptId);
    if (others.length < value.length) return onChange(others);
    onChange(multiple ? [...others, choice] : [choice]);
    if (!multiple) close();
  };
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    // the dialog around it stays
    event.stopPropagation();
    event.nativeEvent.stopPropagation();
    close();
  };
  return (
    <div ref={holder} className={styles['holder']} onKeyDown={handleKeyDown}>
      <Popover
        open={isOpen}
        onOpenChange={(next) => setIsOpen(next && !disabled)}
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        destroyOnHidden
        // inside, since a dialog around it traps the focus
        getPopupContainer={() => holder.current ?? document.body}
        content={<DepartmentPanel chosen={value} onToggle={handleToggle} />}
      >
        <div className={styles['trigger']} data-disabled={disabled || undefined}>
          {value.map((choice) => (
            <Tag
              key={choice.deptId}
              closable={!disabled && { 'aria-label': text('widget.remove_choice', { name: choice.name }) }}
              onClick={(event) => event.stopPropagation()}
              onClose={() => onChange(value.filter(({ deptId }) => deptId !== choice.deptId))}
            >
              {choice.name}
            </Tag>
          ))}
          <button
            ref={opener}
            type="button"
            id={id}
            className={styles['choose']}
            disabled={disabled}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
          >
            {value.length === 0 ? (
              text('widget.choose_dept')
            ) : (
              <span className="only-read">{text('widget.choose_dept')}</span>
            )}
          </button>
          <DownOutlined className={styles['arrow'] ?? ''} aria-hidden />
        </div>
      </Popover>
    </div>
  );
}
