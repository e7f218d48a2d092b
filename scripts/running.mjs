// Keeps in the file that RUNNING_FILE names, as a JSON list, which tests run at this moment, so that a run that had to
// be stopped can say so. A reporter for Vitest, which tells of files, and for Playwright, which tells of tests.
import fs from 'node:fs';
import path from 'node:path';

export default class Running {
  names = new Set();

  onTestModuleStart = ({ moduleId }) => this.begin(path.relative(process.cwd(), moduleId));
  onTestModuleEnd = ({ moduleId }) => this.end(path.relative(process.cwd(), moduleId));
  onTestBegin = (test) => this.begin(nameOf(test));
  onTestEnd = (test) => this.end(nameOf(test));
  printsToStdio = () => false;

  begin(name) {
    this.names.add(name);
    this.keep();
  }

  end(name) {
    this.names.delete(name);
    this.keep();
  }

  keep() {
    if (process.env.RUNNING_FILE) fs.writeFileSync(process.env.RUNNING_FILE, JSON.stringify([...this.names]));
  }
}

const nameOf = ({ location: { file, line }, title }) => `${path.relative(process.cwd(), file)}:${line} > ${title}`;
