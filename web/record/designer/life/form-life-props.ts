export interface FormLifeProps {
  readonly label: number;
  /** Of what is shown. */
  readonly version: string | undefined;
  /** Nothing comes back over what is not saved. */
  readonly hasChanges: boolean;
}
