import { ROLES, type Role } from "../../../core/records/sharing.ts";
import { roleWords } from "../../words.ts";

interface RoleSelectProps {
  readonly role: Role;
  readonly label: string;
  readonly onRole: (role: Role) => void;
}

export function RoleSelect({ role, label, onRole }: RoleSelectProps) {
  return (
    <select
      className="share-select"
      aria-label={label}
      value={role}
      onChange={(event) => onRole(ROLES.find((one) => one === event.target.value) ?? role)}
    >
      {ROLES.map((one) => (
        <option key={one} value={one}>
          {roleWords[one]}
        </option>
      ))}
    </select>
  );
}
