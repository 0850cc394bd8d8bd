/**
 * Tables that are emptied after a restore, as far as they exist (security O8): logins, devices, QR codes and links end,
 * and nothing is sent a second time. `app_secret` signs the links; it is made anew at first use, so nothing that has to
 * outlive a restore may be encrypted with it. The job schema is not backed up at all.
 */
export const notRestored = ['session_login', 'session_token', 'app_secret', 'push_event'] as const;
