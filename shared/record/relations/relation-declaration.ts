import type { MessageKey } from '#shared/i18n/translate.ts';

/**
 * A child's declaration about its parent, at the field that refers to it. Deleting, merging, transferring and
 * destroying the parent, its pool and the tabs of its detail follow the declarations of its children: no type knows who
 * refers to it.
 */
export interface Relation {
  /** Module code of the parent's type. */
  readonly to: number;
  /**
   * Effect of the parent's deletion on live children: they prevent it, go to the recycle bin with it, lose the link, or
   * keep referring to the record in the bin. A destroyed parent is never referred to.
   */
  readonly onDelete: 'refuse' | 'cascade' | 'unlink' | 'keep';
  /** Children of merged records move to the survivor. */
  readonly onMerge: 'move';
  /** Whether children are transferred with the parent, as far as the actor may change them. */
  readonly onTransfer: 'follow' | 'stay';
  /** Wire number by which a transfer includes the children (R17.1); without one they are always included. */
  readonly changeType?: number;
  /**
   * Children of the parent's owner enter the pool with it, and the person who takes it out gets the children without an
   * owner.
   */
  readonly inPool?: 'follow';
  /** The database keeps figures of the parent over its children, so that it is locked before them like one that counts. */
  readonly keepsFigures?: true;
  /** People who can read the parent can read its children, whoever owns them. */
  readonly visibleWith?: VisibleWith;
  /** The parent must belong to the record in another field of the child. */
  readonly within?: Within;
  /**
   * Initial field values of a child created from its parent, each copied from a field of the parent; for a field of lines,
   * what the server takes of the record (`LineDeclaration.kept`).
   */
  readonly copies?: Readonly<Record<string, string>>;
  /** Only records with this value in a field are offered, such as products on the shelf or contracts in force. */
  readonly offers?: { readonly field: string; readonly is: string };
  /** A child created from its parent begins with the parent's lines, as far as both have the same fields. */
  readonly copiesLines?: true;
  /** How the parent's screens call such children; default the plural of the type. */
  readonly label?: MessageKey;
  /** Button in the form of a new parent that continues with a child. */
  readonly next?: MessageKey;
}

export interface VisibleWith {
  /** Names of fields, besides the one that names the record. */
  readonly fields: readonly string[];
  /** Those that additionally require the right to read children, or to the pool while the parent has no owner. */
  readonly forReaders: readonly string[];
}

export interface Within {
  /** The child's own field, such as the customer of a receivable. */
  readonly field: string;
  /** The parent's field that must be equal, such as the customer of its contract. */
  readonly theirs: string;
}
