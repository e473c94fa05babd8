/** What `tooldrift doctor` looked at, and what it found. Texts are ours and hold no secret. */
export interface Examined {
  readonly subject: 'node' | 'config' | 'files' | 'database' | 'disk' | 'server' | 'channel' | 'clock';
  /** Which one, where there may be several: a path, the name of a server or of a channel. */
  readonly name: string | null;
  /** `note`: nothing is wrong, but it could not be looked at or is worth knowing. */
  readonly state: 'ok' | 'note' | 'problem';
  readonly message: string;
  /** What to do, one line. Only of a problem. */
  readonly remedy: string | null;
}

/** Of what `examine...` is told: the subject with its name. */
export type Patient = Pick<Examined, 'subject' | 'name'>;

export function fine(patient: Patient, message: string): Examined {
  return { ...patient, state: 'ok', message, remedy: null };
}

export function noteOf(patient: Patient, message: string): Examined {
  return { ...patient, state: 'note', message, remedy: null };
}

export function problemOf(patient: Patient, message: string, remedy: string): Examined {
  return { ...patient, state: 'problem', message, remedy };
}
