import type { Remark, RemarkKind } from './pin.ts';
import type { Option } from './walk-options.ts';

interface Row {
  readonly kind: RemarkKind;
  /** Options that it may be said with, as a line of names. */
  readonly names: string;
  /** Absent: whatever their value is. */
  readonly value?: RegExp;
}

/** What opens a container to the machine around it. */
const rows: readonly Row[] = [
  { kind: 'container-escape', names: '--privileged --use-api-socket', value: /^(?!false$)/ },
  { kind: 'container-escape', names: '-v --volume', value: /^\/:|docker\.sock|podman\.sock|containerd\.sock/ },
  {
    kind: 'container-escape',
    names: '--mount',
    value: /docker\.sock|podman\.sock|containerd\.sock|(?:^|,)(?:source|src)=\/(?:,|$)/,
  },
  {
    kind: 'container-escape',
    names: '--cap-add',
    value: /^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE|DAC_READ_SEARCH)$/i,
  },
  { kind: 'container-escape', names: '--pid', value: /^host$/ },
  { kind: 'container-host-access', names: '--network --net --ipc --userns --uts', value: /^host$/ },
  { kind: 'container-host-access', names: '--cap-add --device' },
  {
    kind: 'container-host-access',
    names: '--security-opt',
    value: /unconfined|label[=:]disable|no-new-privileges[=:]false/,
  },
];

/** The first row that fits an option counts. */
export function containerRemarks(options: readonly Option[]): readonly Remark[] {
  return options.flatMap(({ name, value }) => {
    const row = rows.find((one) => one.names.split(' ').includes(name) && one.value?.test(value ?? '') !== false);
    return row === undefined ? [] : [{ kind: row.kind, about: name }];
  });
}
