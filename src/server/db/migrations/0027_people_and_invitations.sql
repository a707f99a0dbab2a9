CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"plan_id" uuid,
	"plan_until" date,
	"token_hash" text,
	"expires_at" timestamp (3) with time zone,
	"mail_due_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"is_by_hand" boolean NOT NULL,
	"created_by" uuid,
	"accepted_at" timestamp (3) with time zone,
	"user_id" uuid,
	"canceled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people_import_rows" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"email" text,
	"name" text,
	"plan_id" uuid,
	"plan_until" date,
	"result" text,
	"problem" text,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "people_import_rows_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "people_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"encoding" text NOT NULL,
	"separator" text NOT NULL,
	"header" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"default_plan_id" uuid,
	"default_until" date,
	"sends_mail" boolean DEFAULT true NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"created_by" uuid,
	"started_by" uuid,
	"started_by_name" text,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_imports_status_check" CHECK ("people_imports"."status" in ('draft', 'running', 'done', 'canceled'))
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_import_rows" ADD CONSTRAINT "people_import_rows_import_id_people_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."people_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_import_rows" ADD CONSTRAINT "people_import_rows_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_imports" ADD CONSTRAINT "people_imports_default_plan_id_plans_id_fk" FOREIGN KEY ("default_plan_id") REFERENCES "public"."plans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_imports" ADD CONSTRAINT "people_imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_imports" ADD CONSTRAINT "people_imports_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open_key" ON "invitations" USING btree ("email") WHERE "invitations"."accepted_at" is null and "invitations"."canceled_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_key" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invitations_created_idx" ON "invitations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invitations_mail_due_idx" ON "invitations" USING btree ("mail_due_at") WHERE "invitations"."mail_due_at" is not null;--> statement-breakpoint
CREATE INDEX "invitations_mailed_idx" ON "invitations" USING btree ("mailed_at");--> statement-breakpoint
CREATE INDEX "invitations_user_idx" ON "invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitations_plan_idx" ON "invitations" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "people_import_rows_result_idx" ON "people_import_rows" USING btree ("import_id","result","line");--> statement-breakpoint
CREATE INDEX "people_import_rows_email_idx" ON "people_import_rows" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "people_imports_running_key" ON "people_imports" USING btree ("status") WHERE "people_imports"."status" = 'running';--> statement-breakpoint
CREATE INDEX "people_imports_created_idx" ON "people_imports" USING btree ("created_at","id");