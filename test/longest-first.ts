import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long for their size: vitest begins with the largest ones, and would wait for these alone at the end. */
const long = ['thousand-readings', 'watch-server', 'rug-pull', 'vectors', 'identities', 'context'];

/** The order of vitest, with `long` before all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      long.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
