import type { projectRoles as chinese } from '#shared/i18n/cn/project-roles.ts';

/** Roles in projects. */
export const projectRoles = {
  'project_role.name': 'Role name',
  'project_role.remark': 'Description',
  'project_role.rules': 'Rights',
  'project_role.permission': 'Project role',
  'project_role.description': 'Description',
  'project_role.acts': 'Actions',
  'project_role.add': 'New',
  'project_role.edit_named': 'Edit {name}',
  'project_role.delete_named': 'Delete {name}',
  'project_role.built_in': 'Built in',
  'project_role.saved': 'Saved',
  'project_role.deleted': 'Deleted',
  'project_role.delete_question': 'Delete the project role “{name}”?',
  'project_role.delete_effect':
    'Members of projects who have it get the role 编辑 instead. You can undo this in the change history.',
  'project_role.none': 'No project roles yet',
} as const satisfies Record<keyof typeof chinese, string>;
